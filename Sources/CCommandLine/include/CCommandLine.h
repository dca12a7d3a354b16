// A plain C door to CLI11: commands and options are described one by one, then an argument list is parsed.
// No function lets a C++ exception out. Text that a function returns lives as long as the program it came from.
#ifndef CCOMMANDLINE_H
#define CCOMMANDLINE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A program: its commands, its options, the arguments it was given and what came of them.
typedef struct CCLProgram CCLProgram;
/// A command of a program; the program itself is the first one.
typedef struct CCLCommand CCLCommand;
/// An option, flag or positional of a command.
typedef struct CCLOption CCLOption;

/// How an option takes values.
enum CCLKind { CCLKindFlag, CCLKindOption, CCLKindPositional };

/// What came of parsing.
enum CCLOutcome {
  /// Everything was understood; values can be read.
  CCLOutcomeParsed,
  /// Help was asked for: the text is the help.
  CCLOutcomeHelp,
  /// The version was asked for: the text is the version.
  CCLOutcomeVersion,
  /// An argument that no option or command of the command takes: the text is the argument.
  CCLOutcomeUnexpected,
  /// An option without its value: the text is the option as it was written.
  CCLOutcomeMissingValue,
  /// A group of commands was named without one of them.
  CCLOutcomeMissingCommand,
  /// Required options or positionals were not given: the text is their names.
  CCLOutcomeMissingOption,
  /// An option that may be given once was given more often, or a flag was given a value: the text says which.
  CCLOutcomeMismatch,
  /// A description that contradicts itself, or no memory left: the text is CLI11's.
  CCLOutcomeInternal
};

/// The version of CLI11.
const char *ccl_library_version(void);

/// Makes a program; `NULL` when there is no memory.
CCLProgram *ccl_program_create(const char *name, const char *summary, const char *footer, const char *version);
void ccl_program_destroy(CCLProgram *program);
/// The program as a command, to which commands and options are added.
CCLCommand *ccl_program_root(CCLProgram *program);

/// Adds a command; `NULL` when the description is wrong, which `ccl_parse` then reports.
CCLCommand *ccl_command_add(
    CCLProgram *program, CCLCommand *parent, const char *name, const char *summary, const char *group, const char *footer);

/// Adds an option. `names` is `-c,--config`, or the bare name of a positional.
CCLOption *ccl_option_add(
    CCLProgram *program, CCLCommand *command, enum CCLKind kind, const char *names, const char *help, const char *group,
    const char *value_name, int is_repeatable, int is_required);

/// Appends one word of the command line; the program's own name is not one.
void ccl_argument_add(CCLProgram *program, const char *word);

/// Parses the words added so far. To be called once.
enum CCLOutcome ccl_parse(CCLProgram *program);
/// The text that belongs to the outcome.
const char *ccl_text(const CCLProgram *program);
/// The words of the command that was being parsed, with a space between them, the program's name left out.
const char *ccl_command_path(const CCLProgram *program);

/// How often a flag was given, or how many values an option has.
size_t ccl_option_count(const CCLOption *option);
/// A value of an option; `NULL` when there is none at the index.
const char *ccl_option_value(const CCLOption *option, size_t index);

#ifdef __cplusplus
}
#endif

#endif
