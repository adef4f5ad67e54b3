// The compiled part of Boost.Asio and Boost.Beast, once (BOOST_*_SEPARATE_COMPILATION).
#include <utility>  // Boost.Asio 1.74 needs it and does not say so

#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
