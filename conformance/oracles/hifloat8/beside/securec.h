// The one function of Huawei's bounds-checked C library that HiFloat8 calls.
#pragma once

#include <cstring>

#define EOK 0

static inline int memcpy_s(void *to, size_t room, const void *from, size_t count) {
    if (count > room) {
        return 1;
    }
    std::memcpy(to, from, count);
    return EOK;
}
