#include "tree/html.h"

#include <fmt/format.h>
#include <tree_viewer.h>  // made from www/tree

#include "notation/fen.h"
#include "tree/frame.h"
#include "tree/guesses.h"
#include "tree/why.h"

namespace rookery::tree {

namespace {

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

/// Names of agents come from the user's own configuration: they may hold anything.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&' || c == '"')
      out += fmt::format("&#{};", static_cast<int>(c));
    else
      out += c;
  }
  return out;
}

/// Names and grounds of an enum's first values, as the attributes of the page's data.
template <class Enum>
std::string names(Enum last) {
  std::string out;
  for (int i = 0; i <= static_cast<int>(last); ++i)
    out += (i ? " " : "") + std::string(search::to_text(static_cast<Enum>(i)));
  return out;
}

std::string grounds(bool sound_table) {
  std::string out;
  for (int i = 0; i <= static_cast<int>(search::Cut::multi_cut); ++i)
    out += "fpg"[static_cast<int>(ground(static_cast<search::Cut>(i), sound_table))];
  return out;
}

/// As JSON; neither names nor phrases hold quotes.
std::string shares(const PageData& data) {
  std::string out = "{";
  for (const auto& [name, share] : data.wrong)
    out += fmt::format("{}\"{}\":\"{}\"", out.size() > 1 ? "," : "", name, share);
  return out + "}";
}

}  // namespace

PageData page_data(const Tree& tree, const std::string& agent, int depth) {
  const search::SearchTrace& trace = tree.trace();
  PageData data;
  data.agent = agent;
  data.depth = depth;
  data.unit = trace.unit();
  data.fen = notation::to_fen(tree.position(tree.last_root()));
  data.nodes = trace.total();
  data.cuts = names(search::Cut::multi_cut);
  data.grounds = grounds(has_sound_table(agent));
  data.kinds = names(search::NodeKind::probcut);
  data.skips = names(search::Skip::excluded);
  for (const search::TraceIteration& iteration : trace.iterations())
    if (iteration.count > 0)
      data.iterations += fmt::format("{}{}:{}:{}", data.iterations.empty() ? "" : " ",
                                     iteration.depth, iteration.first, iteration.count);
  for (const MeasuredGuess& guess : measured_guesses(agent))
    data.wrong.emplace_back(guess.name, share_text(guess));
  data.trace = encode_frame(trace);
  return data;
}

std::string html_page(const std::vector<PageData>& trees) {
  std::string body;
  for (const PageData& data : trees) {
    body += fmt::format(
        "<div class=\"tree-data\" hidden data-agent=\"{}\" data-depth=\"{}\" data-unit=\"{}\" "
        "data-fen=\"{}\"\n  data-nodes=\"{}\" data-cuts=\"{}\" data-grounds=\"{}\" "
        "data-kinds=\"{}\"\n  data-skips=\"{}\" data-iterations=\"{}\" data-wrong=\"{}\">\n",
        escaped(data.agent), data.depth, data.unit, data.fen, data.nodes, data.cuts, data.grounds,
        data.kinds, data.skips, data.iterations, escaped(shares(data)));
    body += "<script type=\"application/octet-stream\">" + base64(data.trace) + "</script>\n";
    body += "</div>\n";
  }
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>{}, depth {} – Rookery</title>\n<style>{}</style>\n"
      "<header><h1>{}, depth {}</h1></header>\n<main id=\"tree\"></main>\n{}<script "
      "type=\"module\">{}</script>\n</html>\n",
      escaped(trees.front().agent), trees.front().depth, kViewerStyle, escaped(trees.front().agent),
      trees.front().depth, body, kViewerScript);
}

}  // namespace rookery::tree
