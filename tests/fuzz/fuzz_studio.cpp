// Messages and addresses of the studio on any bytes: they are refused in a sentence, or hold what they promise.
#include "studio/access.h"
#include "studio/protocol.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace {

void demand(bool condition) {
    if (!condition) std::abort();
}

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";

void look_at(const graze::studio::What& what) {
    using namespace graze::studio;
    demand(std::strlen(type_of(what)) > 0);
    if (const auto* grab = std::get_if<Grab>(&what)) demand(grab->point.allFinite() && grab->body != kNone);
    if (const auto* drag = std::get_if<Drag>(&what)) {
        demand(drag->pose || drag->point || drag->turn);
        demand(!drag->pose || graze::is_valid(*drag->pose));
    }
    if (const auto* place = std::get_if<Place>(&what)) demand(graze::is_valid(place->pose));
    if (const auto* margin = std::get_if<SetMargin>(&what)) demand(margin->bodies[0] < margin->bodies[1] && margin->distance.value_or(0.0) >= 0.0);
    if (const auto* set = std::get_if<SetWorld>(&what)) demand(set->restitution.value_or(0.0) <= 1.0 && set->keep_apart.value_or(1.0) > 0.0);
    if (const auto* open = std::get_if<Open>(&what)) demand(!open->demo.empty() + !open->files.empty() + open->recent.has_value() == 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto command = graze::studio::parse_command(text);
    if (command) {
        look_at(command->what);
    } else {
        demand(!command.error().message.empty());
        demand(command.error().message.find('\n') == std::string::npos);
    }
    const auto target = graze::studio::parse_target(text);
    // Whoever is let in knows the token, letter by letter.
    if (graze::studio::may_have(graze::studio::Needs::Token, {.host = "127.0.0.1:1", .origin = {}}, target, kToken, 1)) demand(text.find("=") != std::string_view::npos && target.get("token") == kToken);
    const std::string name = graze::studio::safe_file_name(text);
    demand(name.find('/') == std::string::npos && name.find('\0') == std::string::npos && (name.empty() || name.front() != '.'));
    return 0;
}
