/// Door to expat: bytes in, a flat list of elements with their places in the file out.
///
/// A document type declaration is refused before anything in it is read, so that no entity is ever declared or
/// expanded, and nothing outside the file is looked at. What a document points to lives as long as the document.
#ifndef CXML_H
#define CXML_H

#include <stddef.h>
#include <stdint.h>

/// How deep elements may lie in each other.
#define CXML_MAXIMUM_DEPTH 32

/// An element. The outermost comes first, and each before those in it.
typedef struct {
  /// Index of the element it lies in; its own for the outermost.
  uint32_t parent;
  /// Where its name begins among the texts; it ends in a zero, as all texts do.
  uint32_t name;
  /// Where its own text begins; that of an element with others in it is empty.
  uint32_t text;
  /// Index of its first attribute, and their count.
  uint32_t first_attribute;
  uint32_t attribute_count;
  /// Line of its opening, and byte of the line, from 1.
  uint32_t line;
  uint32_t column;
} CXMLElement;

/// An attribute.
typedef struct {
  uint32_t name;
  uint32_t value;
} CXMLAttribute;

typedef struct CXMLDocument CXMLDocument;

/// Parses a file of at most 256 MiB with about so many elements and attributes; `NULL` when there is no memory.
CXMLDocument *cxml_parse(const uint8_t *bytes, size_t count, size_t limit);
void cxml_destroy(CXMLDocument *document);

/// What is wrong with the file, `NULL` when it was understood, and where: the line from 1, the column in bytes from 1.
const char *cxml_error(const CXMLDocument *document);
uint32_t cxml_error_line(const CXMLDocument *document);
uint32_t cxml_error_column(const CXMLDocument *document);

/// How many elements and attributes were read.
size_t cxml_size(const CXMLDocument *document);
size_t cxml_element_count(const CXMLDocument *document);
/// The index must be below the count.
CXMLElement cxml_element(const CXMLDocument *document, size_t index);
/// The index must be one of those that an element names.
CXMLAttribute cxml_attribute(const CXMLDocument *document, size_t index);
/// A text that ends in a zero; the place must be one that an element or attribute names.
const char *cxml_text(const CXMLDocument *document, uint32_t place);

/// The version of expat, such as `expat_2.5.0`.
const char *cxml_library_version(void);

#endif
