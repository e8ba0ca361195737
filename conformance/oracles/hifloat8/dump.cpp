// Prints the float32 of every HiFloat8, then the CRC-32 of what all of bfloat16 and all of float32 become, but for
// subnormal numbers.

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "opdev/hifloat8.h"

static uint32_t bits_of(float number) {
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    return bits;
}

// Of every pattern of so many bits, which are the upper ones of a float32. Subnormal numbers below 2^-128 become
// infinity, as their exponent does not fit in the 8 bits it is kept in.
static uint32_t digest(int bits) {
    uint32_t crc = ~0u;
    for (uint64_t pattern = 0; pattern >> bits == 0; ++pattern) {
        uint32_t number = static_cast<uint32_t>(pattern << (32 - bits));
        if ((number & 0x7f800000) == 0 && (number & 0x7fffff) != 0) {
            continue;
        }
        crc ^= op::HiFloat8::BitsFromFp32(number);
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
        }
    }
    return ~crc;
}

int main() {
    for (int pattern = 0; pattern < 256; ++pattern) {
        op::HiFloat8 element(static_cast<uint8_t>(pattern), op::HiFloat8::FromBits());
        std::printf("%08x%c", bits_of(static_cast<float>(element)), pattern == 255 ? '\n' : ' ');
    }
    std::printf("bfloat16 %08x\n", digest(16));
    std::printf("float32 %08x\n", digest(32));
}
