"""Files as taps write them."""


def write_tap(folder, *transfers, width=40, name="link"):
    """A tap's file: transfers are (time, layer, instance, payload)."""
    data = b"TAP1" + width.to_bytes(4, "little")
    for time, layer, instance, payload in transfers:
        data += time.to_bytes(8, "little") + layer.to_bytes(4, "little") + instance.to_bytes(4, "little")
        data += payload.to_bytes(-(-width // 32) * 4, "little")
    path = folder / f"{name}.tap"
    path.write_bytes(data)
    return path
