#include "CCommandLine.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace {

/// CLI11 takes a word in brackets for a list and splits it at commas; this mark in front keeps it whole.
constexpr char wholeWordMark = '\x01';

constexpr const char *commonGroup = "Common options";

/// The layout of help: everything that could surprise is in the option's text already, so only names are formatted
/// here.
class HelpLayout final : public CLI::Formatter {
public:
  HelpLayout() { column_width(32); }

  std::string make_description(const CLI::App *app) const override { return app->get_description() + "\n\n"; }

  std::string make_option_name(const CLI::Option *option, bool is_positional) const override {
    const std::string name = option->get_name(is_positional, !is_positional);
    const std::size_t comma = name.find(',');
    return comma == std::string::npos ? name : name.substr(0, comma) + ", " + name.substr(comma + 1);
  }

  std::string make_help(const CLI::App *app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string help = CLI::Formatter::make_help(app, name, mode);
    // CLI11 puts empty lines before and after each group.
    std::string tight;
    for (const char letter : help)
      if (letter != '\n' || tight.size() < 2 || tight.compare(tight.size() - 2, 2, "\n\n") != 0) tight += letter;
    while (!tight.empty() && tight.back() == '\n') tight.pop_back();
    return tight + "\n";
  }

  std::string make_option_opts(const CLI::Option *option) const override {
    if (option->get_items_expected_max() == 0 || option->get_positional()) return "";
    return " " + option->get_type_name() + (option->get_expected_max() > 1 ? "..." : "");
  }

  std::string make_usage(const CLI::App *app, std::string name) const override {
    std::string usage = "Usage: " + name;
    bool hasPositional = false;
    std::string positionals;
    for (const CLI::Option *option : app->get_options()) {
      if (!option->get_positional()) continue;
      hasPositional = true;
      positionals += " " + make_option_usage(option);
    }
    if (hasPositional) usage += positionals;
    if (!app->get_subcommands({}).empty()) usage += " COMMAND";
    return usage + " [OPTIONS]\n";
  }

  std::string make_footer(const CLI::App *app) const override { return app->get_footer(); }
};

}  // namespace

struct CCLOption {
  CLI::Option *option;
  std::vector<std::string> values;
};

struct CCLCommand {
  CLI::App *app;
};

struct CCLProgram {
  CLI::App app;
  std::vector<std::unique_ptr<CCLCommand>> commands;
  std::vector<std::unique_ptr<CCLOption>> options;
  std::vector<std::string> words;
  std::string text;
  std::string path;
  std::string mistake;

  /// The innermost command that the words named.
  CLI::App *innermost() {
    CLI::App *current = &app;
    while (!current->get_subcommands().empty()) current = current->get_subcommands().back();
    return current;
  }

  CCLCommand *adopt(CLI::App *command) {
    command->formatter(std::make_shared<HelpLayout>());
    command->set_help_flag("");
    commands.push_back(std::make_unique<CCLCommand>(CCLCommand{command}));
    return commands.back().get();
  }

  /// An option that swallowed the name of another one for its value, or that was written `--name=`.
  bool findMissingValue() {
    CLI::App *command = innermost();
    for (const std::string &word : words)
      if (word.size() > 3 && word.compare(0, 2, "--") == 0 && word.find('=') == word.size() - 1) {
        text = word.substr(0, word.size() - 1);
        return true;
      }
    for (const CLI::Option *option : command->get_options())
      for (const std::string &value : option->results()) {
        const std::string name = value.substr(0, value.find('='));
        if (option->get_items_expected_max() == 0 || option->get_positional() || name.size() < 2 || name[0] != '-') continue;
        if (command->get_option_no_throw(name) == nullptr) continue;
        text = option->get_name();
        return true;
      }
    return false;
  }
};

extern "C" {

const char *ccl_library_version(void) { return CLI11_VERSION; }

CCLProgram *ccl_program_create(const char *name, const char *summary, const char *footer, const char *version) {
  try {
    auto program = std::make_unique<CCLProgram>();
    program->app.name(name)->description(summary);
    program->app.footer(std::string(footer));
    program->adopt(&program->app);
    program->app.set_version_flag("--version", std::string(version), "Print the version and stop")->group(commonGroup);
    return program.release();
  } catch (...) {
    return nullptr;
  }
}

void ccl_program_destroy(CCLProgram *program) { delete program; }

CCLCommand *ccl_program_root(CCLProgram *program) { return program->commands.front().get(); }

CCLCommand *ccl_command_add(
    CCLProgram *program, CCLCommand *parent, const char *name, const char *summary, const char *group, const char *footer) {
  if (parent == nullptr) return nullptr;
  try {
    CLI::App *command = parent->app->add_subcommand(name, summary);
    command->group(group)->footer(std::string(footer));
    // Exactly one: with more allowed, a folder called like a command could not be given as a value.
    parent->app->require_subcommand(1);
    return program->adopt(command);
  } catch (const std::exception &error) {
    program->mistake = error.what();
  } catch (...) {
    program->mistake = "unknown error";
  }
  return nullptr;
}

CCLOption *ccl_option_add(
    CCLProgram *program, CCLCommand *command, enum CCLKind kind, const char *names, const char *help, const char *group,
    const char *value_name, int is_repeatable, int is_required) {
  if (command == nullptr) return nullptr;
  try {
    CLI::Option *option = kind == CCLKindFlag ? command->app->add_flag(names) : command->app->add_option(names);
    option->description(help)->group(group);
    if (kind == CCLKindFlag) {
      option->disable_flag_override();
    } else {
      option->type_name(value_name)->required(is_required != 0);
      if (is_repeatable)
        option->expected(1, -1)->allow_extra_args();
      else
        option->expected(1);
    }
    program->options.push_back(std::make_unique<CCLOption>(CCLOption{option, {}}));
    return program->options.back().get();
  } catch (const std::exception &error) {
    program->mistake = error.what();
  } catch (...) {
    program->mistake = "unknown error";
  }
  return nullptr;
}

void ccl_argument_add(CCLProgram *program, const char *word) {
  try {
    std::string text(word);
    if (text.size() > 1 && text.front() == '[' && text.back() == ']') text.insert(text.begin(), wholeWordMark);
    program->words.push_back(std::move(text));
  } catch (...) {
    program->mistake = "no memory for the command line";
  }
}

static CCLOutcome parse(CCLProgram *program) {
  if (!program->mistake.empty()) {
    program->text = program->mistake;
    return CCLOutcomeInternal;
  }
  // Added last, because help lists groups in the order in which their first option came.
  for (const auto &command : program->commands)
    command->app->set_help_flag("-h,--help", "Print this help and stop")->group(commonGroup);
  try {
    // CLI11 reads its words from the back.
    program->app.parse(std::vector<std::string>(program->words.rbegin(), program->words.rend()));
    if (program->findMissingValue()) return CCLOutcomeMissingValue;
    for (auto &option : program->options) {
      option->values = option->option->results();
      for (std::string &value : option->values)
        if (!value.empty() && value.front() == wholeWordMark) value.erase(0, 1);
    }
    return CCLOutcomeParsed;
  } catch (const CLI::CallForHelp &) {
    program->text = program->app.help();
    return CCLOutcomeHelp;
  } catch (const CLI::CallForVersion &) {
    program->text = program->app.version();
    return CCLOutcomeVersion;
  } catch (const CLI::ParseError &error) {
    if (program->findMissingValue()) return CCLOutcomeMissingValue;
    const std::vector<std::string> unknown = program->app.remaining(true);
    CLI::App *command = program->innermost();
    if (!unknown.empty()) {
      program->text = unknown.front();
      return CCLOutcomeUnexpected;
    }
    if (dynamic_cast<const CLI::RequiredError *>(&error) != nullptr) {
      if (!command->get_subcommands({}).empty()) return CCLOutcomeMissingCommand;
      for (const CLI::Option *option : command->get_options())
        if (option->get_required() && option->count() == 0)
          program->text += (program->text.empty() ? "" : ", ") + option->get_name();
      if (!program->text.empty()) return CCLOutcomeMissingOption;
    }
    if (dynamic_cast<const CLI::ArgumentMismatch *>(&error) != nullptr) {
      for (const CLI::Option *option : command->get_options())
        if (option->get_items_expected_max() != 0 && option->count() == 0 && !program->words.empty()
            && option->check_name(program->words.back())) {
          program->text = program->words.back();
          return CCLOutcomeMissingValue;
        }
      for (const CLI::Option *option : command->get_options())
        if (option->get_expected_max() == 1 && option->count() > 1) {
          program->text = option->get_name() + ": given " + std::to_string(option->count()) + " times, expected once";
          return CCLOutcomeMismatch;
        }
    }
    for (const std::string &word : program->words) {
      const CLI::Option *option = command->get_option_no_throw(word.substr(0, word.find('=')));
      if (option == nullptr || option->get_items_expected_max() != 0 || word.find('=') == std::string::npos) continue;
      program->text = word.substr(0, word.find('=')) + ": found " + word.substr(word.find('=') + 1) + ", expected no value";
      return CCLOutcomeMismatch;
    }
    program->text = error.what();
    return CCLOutcomeMismatch;
  }
}

enum CCLOutcome ccl_parse(CCLProgram *program) {
  CCLOutcome outcome = CCLOutcomeInternal;
  try {
    outcome = parse(program);
    for (CLI::App *command = &program->app; !command->get_subcommands().empty();) {
      command = command->get_subcommands().back();
      program->path += (program->path.empty() ? "" : " ") + command->get_name();
    }
  } catch (const std::exception &error) {
    program->text = error.what();
    return CCLOutcomeInternal;
  } catch (...) {
    return CCLOutcomeInternal;
  }
  return outcome;
}

const char *ccl_text(const CCLProgram *program) { return program->text.c_str(); }

const char *ccl_command_path(const CCLProgram *program) { return program->path.c_str(); }

size_t ccl_option_count(const CCLOption *option) { return option == nullptr ? 0 : option->values.size(); }

const char *ccl_option_value(const CCLOption *option, size_t index) {
  return option == nullptr || index >= option->values.size() ? nullptr : option->values[index].c_str();
}
}
