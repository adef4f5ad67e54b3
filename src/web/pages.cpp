#include "web/pages.h"

#include <fmt/format.h>

namespace rookery::web {

std::string plain_page(std::string_view title, std::string_view text, std::string_view head) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n{}<title>{} - Rookery</title>\n"
      "<style>body{{font:1rem/1.5 system-ui;max-width:34rem;margin:4rem auto;padding:0 1rem}}"
      "code{{font-weight:bold}}</style>\n</head><body><main><h1>{}</h1><p>{}</p></main></body></"
      "html>\n",
      head, title, title, text);
}

std::string welcome_page() {
  return plain_page("Rookery", "<a href=\"/\">Go on to Rookery</a>",
                    "<meta http-equiv=\"refresh\" content=\"0;url=/\">\n");
}

std::string no_cookie_page() {
  return plain_page("This browser is not known here",
                    "Open Rookery with <code>./rookery web</code>.",
                    "<script src=\"/again.js\"></script>\n");
}

std::string used_link_page() {
  return plain_page(
      "This link was used already",
      "Each link opens Rookery once. Run <code>./rookery web</code> again for a new one; "
      "a program that is running stays as it is.");
}

std::string no_page_page() {
  return plain_page("No page in this build",
                    "The folder <code>www/dist</code> was missing when Rookery was compiled. The "
                    "WebSocket at <code>/ws</code> works.");
}

std::string_view again_script() {
  return "(function () {\n"
         "  var query = new URLSearchParams(location.search);\n"
         "  if (query.has('r')) return;\n"
         "  query.set('r', '1');\n"
         "  location.replace(location.pathname + '?' + query + location.hash);\n"
         "})();\n";
}

}  // namespace rookery::web
