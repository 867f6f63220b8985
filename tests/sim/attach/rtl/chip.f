chip.sv
add_stage.sv
outer_stage.sv
scale.sv
inverter.sv
