#include "CTOML.h"

// Values nest through arrays, inline tables and dotted keys, and both toml++ and the walk below follow them by
// recursion: this limit times the one on dots keeps the depth below any stack.
#define TOML_MAX_NESTED_VALUES 32
// toml++ 3.3 asserts (debug) or lets the compiler assume (release) that a key begins like one, where a header such as
// `[=` does not. Its parser has the right error for it, and reports it once neither stands in the way.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <deque>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

static constexpr std::size_t mostDotsInALine = 200;

struct CTOMLDocument {
  toml::table root;
  std::vector<CTOMLNode> nodes;
  std::deque<std::string> texts;
  std::string error;
  uint32_t line = 0;
  uint32_t column = 0;

  bool fail(std::string reason, uint32_t at_line, uint32_t at_column) {
    error = std::move(reason);
    line = at_line;
    column = at_column;
    return false;
  }

  /// How many equal characters stand in a row, counted up to a limit.
  static std::size_t run(std::string_view text, std::size_t start, std::size_t most) {
    std::size_t length = 1;
    while (length < most && start + length < text.size() && text[start + length] == text[start]) length += 1;
    return length;
  }

  /// Refuses lines that could hold a key of very many parts, before toml++ builds a table for each part.
  /// Dots in strings and comments part no key. Both are found as toml++ finds them, which reads nothing behind its
  /// first error: up to there no text is a string here and a key there.
  bool checkDots(std::string_view text) {
    std::size_t dots = 0;
    uint32_t row = 1;
    char before = '\n';
    // The delimiter of the string, or the sign of the comment, that is being read; 0 outside.
    char inside = 0;
    bool isMultiline = false;
    for (std::size_t at = 0; at < text.size(); at += 1) {
      const char letter = text[at];
      if (letter == '\n') {
        row += 1;
        dots = 0;
        if (!isMultiline) inside = 0;
      } else if (inside == 0 && letter == '#') {
        inside = letter;
      } else if (inside == 0 && (letter == '"' || letter == '\'')) {
        // Two delimiters are an empty string, three begin one of several lines.
        const std::size_t length = run(text, at, 3);
        if (length != 2) inside = letter;
        isMultiline = length == 3;
        at += length - 1;
      } else if (inside == '"' && letter == '\\') {
        if (at + 1 < text.size() && text[at + 1] != '\n') at += 1;
      } else if (inside == letter && letter != '#') {
        // A string of several lines may end with two delimiters of its own.
        const std::size_t length = isMultiline ? run(text, at, 5) : 1;
        if (!isMultiline || length >= 3) {
          inside = 0;
          isMultiline = false;
        }
        at += length - 1;
      } else if (inside == 0 && letter == '.' && before != '.') {
        // Two dots in a row are in no key.
        dots += 1;
      }
      if (dots > mostDotsInALine)
        return fail("found more than " + std::to_string(mostDotsInALine) + " dots outside quotes in one line, allowed that many", row, 1);
      before = text[at];
    }
    return true;
  }

  void add(const toml::node &node, std::size_t parent, std::string_view key, toml::source_position place) {
    const std::size_t index = nodes.size();
    CTOMLNode entry{};
    entry.parent = parent;
    entry.key = key.data();
    entry.key_length = key.size();
    entry.line = place.line;
    entry.column = place.column;
    if (const auto *table = node.as_table()) {
      entry.kind = CTOMLKindTable;
      nodes.push_back(entry);
      for (const auto &[name, value] : *table) {
        const toml::source_position start = name.source().begin;
        add(value, index, name.str(), start ? start : value.source().begin);
      }
      return;
    }
    if (const auto *array = node.as_array()) {
      entry.kind = CTOMLKindArray;
      nodes.push_back(entry);
      for (const toml::node &value : *array) add(value, index, {}, value.source().begin);
      return;
    }
    std::string_view text;
    if (const auto *string = node.as_string()) {
      entry.kind = CTOMLKindString;
      text = string->get();
    } else if (const auto *integer = node.as_integer()) {
      entry.kind = CTOMLKindInteger;
      entry.integer = integer->get();
    } else if (const auto *number = node.as_floating_point()) {
      entry.kind = CTOMLKindFloat;
      entry.number = number->get();
    } else if (const auto *boolean = node.as_boolean()) {
      entry.kind = CTOMLKindBoolean;
      entry.integer = boolean->get() ? 1 : 0;
    } else {
      entry.kind = CTOMLKindDate;
      std::ostringstream written;
      if (const auto *date = node.as_date()) written << date->get();
      if (const auto *time = node.as_time()) written << time->get();
      if (const auto *both = node.as_date_time()) written << both->get();
      texts.push_back(written.str());
      text = texts.back();
    }
    entry.text = text.data();
    entry.text_length = text.size();
    nodes.push_back(entry);
  }

  bool parse(std::string_view text) {
    if (!checkDots(text)) return false;
    toml::parse_result result = toml::parse(text);
    if (!result) {
      const toml::parse_error &reason = result.error();
      const toml::source_position place = reason.source().begin;
      return fail(std::string(reason.description()), place.line, place.column);
    }
    root = std::move(result).table();
    add(root, 0, {}, toml::source_position{1, 1});
    return true;
  }
};

extern "C" {

int ctoml_library_version(void) { return 10000 * TOML_LIB_MAJOR + 100 * TOML_LIB_MINOR + TOML_LIB_PATCH; }

CTOMLDocument *ctoml_parse(const char *bytes, size_t length) {
  CTOMLDocument *document = nullptr;
  try {
    document = new CTOMLDocument;
    document->parse(std::string_view(bytes, length));
    return document;
  } catch (...) {
    delete document;
    return nullptr;
  }
}

void ctoml_destroy(CTOMLDocument *document) { delete document; }

const char *ctoml_error(const CTOMLDocument *document) {
  return document->error.empty() ? nullptr : document->error.c_str();
}

uint32_t ctoml_error_line(const CTOMLDocument *document) { return document->line; }

uint32_t ctoml_error_column(const CTOMLDocument *document) { return document->column; }

size_t ctoml_node_count(const CTOMLDocument *document) { return document->nodes.size(); }

CTOMLNode ctoml_node(const CTOMLDocument *document, size_t index) { return document->nodes[index]; }
}
