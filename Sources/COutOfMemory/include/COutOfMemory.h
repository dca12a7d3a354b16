/// The allocator of the program: glibc's, except that what cannot be had ends the program with a message and exit code
/// 1. Swift has no way to go on without memory, and would end it with a signal and a backtrace, or with nothing said.
///
/// There is nothing to call: the functions take the place of glibc's in every program that they are linked into.
#ifndef COUTOFMEMORY_H
#define COUTOFMEMORY_H
#endif
