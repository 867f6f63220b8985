"""Jobs as docs/vipnano/README.md says them, element by element; slow, and with nothing of the models."""

from fractions import Fraction
from math import floor


def plain_round(value, ties):
    """A fraction to the nearest whole number."""
    low = floor(value)
    rest = value - low
    if rest != Fraction(1, 2):
        return low + (rest > Fraction(1, 2))
    return {"up": low + 1, "away": low + (value > 0), "even": low + low % 2}[ties]


def plain_result(total, structure, ties):
    """A sum as a byte."""
    multiplier = 0x8000 + structure["post_multiplier"]
    scaled = plain_round(Fraction(total * multiplier, 1 << structure["post_shift"]), ties)
    low = structure["out_zero_point"] if structure["relu"] else 0
    return min(max(scaled + structure["out_zero_point"], low), 255)


def plain_convolution(structure, kernels, memory, ties):
    """What an NN job writes, by address; `memory` gives the byte at an address."""
    found = {}
    step = 2 if structure["pooling"] == 3 else 1
    plane = structure["in_x_stride"] * structure["in_y_stride"]
    for k in range(structure["out_z_size"]):
        for y in range(0, structure["out_y_size"], step):
            for x in range(0, structure["out_x_size"], step):
                total = int(kernels.biases[k])
                for z in range(structure["kernel_z_size"]):
                    for i in range(structure["kernel_y_size"]):
                        for j in range(structure["kernel_x_size"]):
                            line, column = y + i + structure["in_y_offset"], x + j + structure["in_x_offset"]
                            value = structure["in_border_const"] & 0xFF
                            if 0 <= line < structure["in_y_size"] and 0 <= column < structure["in_x_size"]:
                                at = structure["in_address"] + z * plane + line * structure["in_x_stride"] + column
                                value = memory(at)
                            total += (int(kernels.weights[k][z][i][j]) - structure["coef_zero_point"]) * value
                total = (total + (1 << 31)) % (1 << 32) - (1 << 31)
                at = (
                    structure["out_address"]
                    + int(kernels.offsets[k])
                    + y // step * structure["out_x_stride"]
                    + x // step
                )
                found[at % (1 << 32)] = plain_result(total, structure, ties)
    return found


def plain_walk(structure, memory):
    """What a TP job writes, by address."""
    found, number = {}, 0
    columns, lines = (
        range(
            structure[f"in_window_{axis}_start"],
            structure[f"in_window_{axis}_end"] + 1,
            structure[f"in_tile_{axis}_inc"],
        )
        for axis in "xy"
    )
    for z in range(structure["in_z_size"]):
        for tile_y in lines:
            for tile_x in columns:
                for y in range(tile_y, tile_y + structure["in_tile_y_size"]):
                    for x in range(tile_x, tile_x + structure["in_tile_x_size"]):
                        value = 0
                        if 0 <= y < structure["in_y_size"] and 0 <= x < structure["in_x_size"]:
                            at = structure["in_address"] + z * structure["in_slice"] + y * structure["in_stride"] + x
                            value = memory(at) - structure["in_zero_point"]
                        left, at = number, structure["out_address"]
                        for loop in range(6):
                            at += left % structure[f"out_loop_{loop}_count"] * structure[f"out_loop_{loop}_inc"]
                            left //= structure[f"out_loop_{loop}_count"]
                        at += left * structure["out_loop_6_inc"]
                        found[at % (1 << 32)] = min(max(value + structure["out_zero_point"], 0), 255)
                        number += 1
    return found
