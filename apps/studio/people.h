// Who looks at the studio, who drives, and how the wheel is handed over. Knows no network; time is given.
#pragma once

#include "studio/protocol.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace graze::studio {

using ClientId = std::uint64_t;  // a connection; never used twice

struct Person {
    std::uint32_t number = 0;
    std::string session;
    Role role = Role::Driver;
    std::optional<ClientId> client = {};  // none: away
    double left = 0.0;                    // seconds, when it went
};

class People {
  public:
    static constexpr double kComesBack = 60.0;  // seconds that a person who is away keeps the wheel, if nobody asks
    static constexpr double kMayRefuse = 10.0;  // seconds to answer who asks

    /// A connection says hello. With the session of somebody that we know it is that person, also if its old connection is
    /// still there: that one is returned as `replaced`.
    struct Joined {
        Person person;
        std::optional<ClientId> replaced = {};
    };
    Joined join(ClientId client, const Hello& hello, double now);
    void leave(ClientId client, double now);
    void ask(ClientId client, double now);
    /// Of the driver, to who asks; without an asker, true lets go of the wheel.
    void answer(bool yes);
    /// Time passes: who asked gets the wheel, who is away is forgotten. True: something changed.
    bool tick(double now);

    [[nodiscard]] bool is_driver(ClientId client) const;
    [[nodiscard]] const Person* person(ClientId client) const;
    [[nodiscard]] std::optional<std::uint32_t> driver() const { return driver_; }
    [[nodiscard]] std::optional<std::uint32_t> asks() const { return asks_; }
    [[nodiscard]] double seconds_left(double now) const { return asks_ ? asked_ + kMayRefuse - now : 0.0; }
    [[nodiscard]] std::vector<ClientId> clients() const;

  private:
    [[nodiscard]] Person* find(std::uint32_t number);
    void drive(std::uint32_t number);

    std::vector<Person> people_;
    std::optional<std::uint32_t> driver_, asks_;
    double asked_ = 0.0;
    std::uint32_t next_ = 1;
};

}  // namespace graze::studio
