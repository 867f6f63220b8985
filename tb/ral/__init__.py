"""The register abstraction layer: pyuvm's register model of an accelerator, built from its register description.

pyuvm's register layer is young: only `tb.ral.model`, `tb.ral.frontdoor` and the adapters of the buses touch it.
"""
