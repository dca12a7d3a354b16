#include "CXML.h"

#include <expat.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct CXMLDocument {
  XML_Parser parser;
  CXMLElement *elements;
  size_t element_count, element_room;
  CXMLAttribute *attributes;
  size_t attribute_count, attribute_room;
  char *texts;
  size_t text_count, text_room;
  uint32_t open[CXML_MAXIMUM_DEPTH];
  size_t depth;
  size_t limit;
  bool is_leaf;
  const char *error;
  uint32_t line, column;
};

static void fail(CXMLDocument *document, const char *error) {
  if (document->error) return;
  document->error = error;
  document->line = (uint32_t)XML_GetCurrentLineNumber(document->parser);
  document->column = (uint32_t)XML_GetCurrentColumnNumber(document->parser) + 1;
  XML_StopParser(document->parser, XML_FALSE);
}

/// Makes room for more of something; false when there is no memory.
static bool reserve(CXMLDocument *document, void **list, size_t count, size_t more, size_t *room, size_t size) {
  if (count + more <= *room) return true;
  size_t wanted = *room + *room / 2 + more + 16;
  void *larger = realloc(*list, wanted * size);
  if (!larger) {
    fail(document, "there is no memory left");
    return false;
  }
  *list = larger;
  *room = wanted;
  return true;
}

/// Keeps a text and gives its place.
static uint32_t keep(CXMLDocument *document, const char *text, size_t length) {
  size_t place = document->text_count;
  if (!reserve(document, (void **)&document->texts, place, length, &document->text_room, 1)) return 0;
  memcpy(document->texts + place, text, length);
  document->text_count += length;
  return (uint32_t)place;
}

/// The zero that ends the text of a leaf.
static void end_text(CXMLDocument *document) {
  if (document->is_leaf) keep(document, "", 1);
  document->is_leaf = false;
}

static void start(void *data, const XML_Char *name, const XML_Char **attributes) {
  CXMLDocument *document = data;
  if (document->error) return;
  if (cxml_size(document) >= document->limit) return fail(document, "more elements and attributes");
  if (document->depth == CXML_MAXIMUM_DEPTH) return fail(document, "elements lie too deep in each other");
  if (document->is_leaf) {
    // What holds elements has no text of its own.
    CXMLElement *parent = &document->elements[document->open[document->depth - 1]];
    document->text_count = parent->text;
    end_text(document);
  }
  if (!reserve(document, (void **)&document->elements, document->element_count, 1, &document->element_room, sizeof(CXMLElement)))
    return;
  uint32_t index = (uint32_t)document->element_count;
  CXMLElement element = {0};
  element.parent = document->depth ? document->open[document->depth - 1] : index;
  element.name = keep(document, name, strlen(name) + 1);
  element.first_attribute = (uint32_t)document->attribute_count;
  element.line = (uint32_t)XML_GetCurrentLineNumber(document->parser);
  element.column = (uint32_t)XML_GetCurrentColumnNumber(document->parser) + 1;
  for (; *attributes; attributes += 2) {
    if (cxml_size(document) >= document->limit) return fail(document, "more elements and attributes");
    if (!reserve(document, (void **)&document->attributes, document->attribute_count, 1, &document->attribute_room, sizeof(CXMLAttribute)))
      return;
    CXMLAttribute attribute;
    attribute.name = keep(document, attributes[0], strlen(attributes[0]) + 1);
    attribute.value = keep(document, attributes[1], strlen(attributes[1]) + 1);
    document->attributes[document->attribute_count++] = attribute;
    element.attribute_count += 1;
  }
  element.text = (uint32_t)document->text_count;
  document->elements[document->element_count++] = element;
  document->open[document->depth++] = index;
  document->is_leaf = true;
}

static void end(void *data, const XML_Char *name) {
  CXMLDocument *document = data;
  (void)name;
  if (document->error) return;
  end_text(document);
  document->depth -= 1;
}

static void text(void *data, const XML_Char *text, int length) {
  CXMLDocument *document = data;
  if (!document->error && document->is_leaf) keep(document, text, (size_t)length);
}

static void doctype(void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int has_internal) {
  (void)name, (void)system, (void)public, (void)has_internal;
  fail(data, "a document type declaration, which no manifest needs; remove it");
}

CXMLDocument *cxml_parse(const uint8_t *bytes, size_t count, size_t limit) {
  CXMLDocument *document = calloc(1, sizeof *document);
  if (!document) return NULL;
  document->limit = limit;
  document->parser = XML_ParserCreate(NULL);
  if (!document->parser) {
    free(document);
    return NULL;
  }
  XML_SetUserData(document->parser, document);
  XML_SetElementHandler(document->parser, start, end);
  XML_SetCharacterDataHandler(document->parser, text);
  XML_SetStartDoctypeDeclHandler(document->parser, doctype);
  if (count > 256u << 20) {
    fail(document, "more than 256 MiB");
  } else if (XML_Parse(document->parser, (const char *)bytes, (int)count, XML_TRUE) != XML_STATUS_OK) {
    fail(document, XML_ErrorString(XML_GetErrorCode(document->parser)));
  }
  XML_ParserFree(document->parser);
  document->parser = NULL;
  return document;
}

void cxml_destroy(CXMLDocument *document) {
  free(document->elements);
  free(document->attributes);
  free(document->texts);
  free(document);
}

const char *cxml_error(const CXMLDocument *document) { return document->error; }
uint32_t cxml_error_line(const CXMLDocument *document) { return document->line; }
uint32_t cxml_error_column(const CXMLDocument *document) { return document->column; }

size_t cxml_size(const CXMLDocument *document) { return document->element_count + document->attribute_count; }
size_t cxml_element_count(const CXMLDocument *document) { return document->element_count; }
CXMLElement cxml_element(const CXMLDocument *document, size_t index) { return document->elements[index]; }
CXMLAttribute cxml_attribute(const CXMLDocument *document, size_t index) { return document->attributes[index]; }
const char *cxml_text(const CXMLDocument *document, uint32_t place) { return document->texts + place; }

const char *cxml_library_version(void) { return XML_ExpatVersion(); }
