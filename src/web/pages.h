// The few pages that the server writes itself, without the built page.
#pragma once

#include <string>
#include <string_view>

namespace rookery::web {

/// A heading and a sentence in HTML; `head` goes into the head as it is.
std::string plain_page(std::string_view title, std::string_view text, std::string_view head = "");

/// Goes on to "/". A page of ours does it, not a redirect: the browser sends a SameSite=Strict
/// cookie only with a navigation that began on our own site.
std::string welcome_page();
/// Without the cookie. Loads /again.js.
std::string no_cookie_page();
std::string used_link_page();
std::string no_page_page();

/// A link on another site arrives without the cookie: this loads the same address once more, now
/// from our own site.
std::string_view again_script();

}  // namespace rookery::web
