// Drives the clocks of plain_nvdla and nothing else.

#include <memory>

#include "Vtop.h"
#include "verilated.h"

int main(int argc, char** argv) {
    const auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    const auto top = std::make_unique<Vtop>(context.get());
    while (!context->gotFinish()) {
        top->clk = top->csb_clk = !top->clk;
        top->eval();
        context->timeInc(1000);
    }
    top->final();
    return 0;
}
