// The studio on the network: HTTP and WebSocket on one port of 127.0.0.1.
#pragma once

#include "studio/studio.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace graze::studio {

struct ServerOptions {
    /// 0: any that is free. None: that of the last time, so that pages which are open find the studio again; if it is
    /// taken, any other.
    std::optional<std::uint16_t> port = {};
    StudioOptions studio;
    std::vector<std::string> files = {};  // to open at once
};

/// Called once, when pages can come.
using WhenReady = std::function<void(const std::string& address)>;

/// Serves until Ctrl-C (interrupt_requested).
///
/// Errors: CannotRead if the port is taken; those of the folder of the studio.
[[nodiscard]] Expected<void> serve(const ServerOptions& options, SceneReaders readers, const WhenReady& when_ready);

}  // namespace graze::studio
