// SPDX-License-Identifier: Apache-2.0
#include "testing/declarations.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace thalweg::testing {
namespace {

// Up to a full stop, a semicolon, or a colon that a formula follows on the next line; those in
// parentheses do not count.
std::string first_sentence(const std::string& comment) {
  std::string sentence;
  int parentheses = 0;
  for (std::size_t i = 0; i < comment.size(); ++i) {
    const char c = comment[i], next = comment[i + 1];  // a string ends in 0
    const bool gap = next == ' ' || next == '\n' || next == 0;
    const bool dots = i > 0 && comment[i - 1] == '.';
    parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (parentheses == 0) {
      if (c == ';' || (c == ':' && next == '\n') || (c == '.' && gap && !dots)) break;
      if (c == '\n' && next == 0) break;
    }
    sentence += c == '\n' ? ' ' : c;
  }
  return sentence;
}

void add(std::vector<Declaration>& found, const std::string& statement,
         const std::string& comment) {
  static const std::regex function(R"(^\s*(?:inline\s+)?([\w:<>,&*\s]+?)[\s&*]([a-z_]\w*)\s*\()");
  static const std::regex not_one(R"(^\s*(?:template|struct|class|enum|using)\b)");
  std::smatch match;
  if (std::regex_search(statement, not_one)) return;
  if (!std::regex_search(statement, match, function) || match.str(2).ends_with("_cuda")) return;
  const auto same = [&](const Declaration& d) { return d.name == match.str(2); };
  if (std::any_of(found.begin(), found.end(), same)) return;
  found.push_back({match.str(2), "", first_sentence(comment), match.str(1) == "void"});
}

}  // namespace

std::vector<Declaration> declarations_in(std::string_view text) {
  std::vector<Declaration> found;
  std::istringstream lines{std::string(text)};
  std::string comment, statement;
  bool in_comment = false;
  int braces = 0, parentheses = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool is_comment = line.starts_with("///");
    if (line.empty() || (is_comment && !in_comment)) comment.clear();
    in_comment = is_comment;
    if (is_comment) comment += line.substr(std::min<std::size_t>(4, line.size())) + '\n';
    if (line.starts_with('#')) continue;
    line = line.substr(0, line.find("//")) + '\n';
    for (const char c : line) {
      parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (parentheses > 0 || (c != '{' && c != '}' && c != ';')) {  // {} may be a default argument
        statement += c;
        continue;
      }
      if (braces == 1 && c != '}') add(found, statement, comment);  // inside the namespace
      statement.clear();
      braces += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
  }
  return found;
}

std::vector<Declaration> declared_ops(const std::filesystem::path& repository) {
  std::vector<Declaration> all;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(repository / "thalweg/ops")) {
    const std::string path = entry.path().lexically_relative(repository).generic_string();
    if (!path.ends_with(".h") || path.starts_with("thalweg/ops/loops/")) continue;
    if (path == "thalweg/ops/check.h") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    for (Declaration& d : declarations_in(text.str())) {
      d.header = path;
      all.push_back(std::move(d));
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Declaration& a, const Declaration& b) { return a.name < b.name; });
  return all;
}

}  // namespace thalweg::testing
