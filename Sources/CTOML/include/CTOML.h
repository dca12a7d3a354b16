// A plain C door to toml++: bytes in, a flat list of nodes with their places in the file out.
// No function lets a C++ exception out. What a document points to lives as long as the document.
#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum CTOMLKind {
  CTOMLKindTable,
  CTOMLKindArray,
  CTOMLKindString,
  CTOMLKindInteger,
  CTOMLKindFloat,
  CTOMLKindBoolean,
  /// A date, a time or both, as RFC 3339 text.
  CTOMLKindDate
};

/// A value of a document. A table or array comes before all that is in it; the document itself is the first node.
struct CTOMLNode {
  enum CTOMLKind kind;
  /// Index of the table or array that holds it; the first node holds itself.
  size_t parent;
  /// Its key in that table; empty in an array. UTF-8, not terminated.
  const char *key;
  size_t key_length;
  /// A string or date. UTF-8, not terminated.
  const char *text;
  size_t text_length;
  /// An integer, or a boolean as 0 or 1.
  int64_t integer;
  double number;
  /// Place of the key, or of the value where it has none; from 1, columns in code points.
  uint32_t line;
  uint32_t column;
};

typedef struct CTOMLDocument CTOMLDocument;

/// The version of toml++: major, minor and patch, as 10000 · major + 100 · minor + patch.
int ctoml_library_version(void);

/// Parses UTF-8; `NULL` when there is no memory.
CTOMLDocument *ctoml_parse(const char *bytes, size_t length);
void ctoml_destroy(CTOMLDocument *document);

/// What is wrong with the text, `NULL` when it was understood.
const char *ctoml_error(const CTOMLDocument *document);
uint32_t ctoml_error_line(const CTOMLDocument *document);
uint32_t ctoml_error_column(const CTOMLDocument *document);

size_t ctoml_node_count(const CTOMLDocument *document);
/// A node; the index must be below the count.
struct CTOMLNode ctoml_node(const CTOMLDocument *document, size_t index);

#ifdef __cplusplus
}
#endif

#endif
