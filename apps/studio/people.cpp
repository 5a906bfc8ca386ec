#include "studio/people.h"

#include "studio/access.h"

#include <algorithm>

namespace graze::studio {

Person* People::find(std::uint32_t number) {
    const auto at = std::find_if(people_.begin(), people_.end(), [&](const Person& one) { return one.number == number; });
    return at == people_.end() ? nullptr : &*at;
}

const Person* People::person(ClientId client) const {
    const auto at = std::find_if(people_.begin(), people_.end(), [&](const Person& one) { return one.client == client; });
    return at == people_.end() ? nullptr : &*at;
}

bool People::is_driver(ClientId client) const {
    const Person* one = person(client);
    return one != nullptr && driver_ == one->number;
}

std::vector<ClientId> People::clients() const {
    std::vector<ClientId> clients;
    for (const Person& one : people_)
        if (one.client) clients.push_back(*one.client);
    return clients;
}

void People::drive(std::uint32_t number) {
    driver_ = number;
    asks_.reset();
}

People::Joined People::join(ClientId client, const Hello& hello, double now) {
    (void)tick(now);
    Joined joined;
    const auto known = std::find_if(people_.begin(), people_.end(), [&](const Person& one) {
        return !hello.session.empty() && are_same_secret(one.session, hello.session);
    });
    if (known != people_.end()) {
        joined.replaced = known->client;
        known->client = client;
        known->role = hello.role;
        joined.person = *known;
    } else {
        people_.push_back({next_++, random_token(), hello.role, client});
        joined.person = people_.back();
    }
    if (!driver_ && hello.role == Role::Driver) drive(joined.person.number);
    return joined;
}

void People::leave(ClientId client, double now) {
    for (Person& one : people_) {
        if (one.client != client) continue;
        one.client.reset();
        one.left = now;
        if (asks_ == one.number) asks_.reset();
        // Somebody asked the one who goes: there is nobody to refuse any more.
        if (driver_ == one.number && asks_) drive(*asks_);
    }
}

void People::ask(ClientId client, double now) {
    const Person* one = person(client);
    if (one == nullptr || driver_ == one->number) return;
    const Person* driver = driver_ ? find(*driver_) : nullptr;
    if (driver == nullptr || !driver->client) return drive(one->number);
    if (asks_) return;
    asks_ = one->number;
    asked_ = now;
}

void People::answer(bool yes) {
    if (asks_ && yes) return drive(*asks_);
    if (asks_)
        asks_.reset();
    else if (yes)
        driver_.reset();
}

bool People::tick(double now) {
    bool changed = false;
    if (asks_ && now - asked_ >= kMayRefuse) drive(*asks_), changed = true;
    const auto is_gone = [&](const Person& one) { return !one.client && now - one.left >= kComesBack; };
    for (const Person& one : people_)
        if (is_gone(one) && driver_ == one.number) driver_.reset(), changed = true;
    std::erase_if(people_, is_gone);
    return changed;
}

}  // namespace graze::studio
