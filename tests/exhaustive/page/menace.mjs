// What the machine of MENACE's page has learned and how it is graded, as JSON: node menace.mjs GAMES.
import { readFileSync } from "node:fs";
import { PlayTable } from "../../../readers/js/kit.js";
import { OPPONENTS, Positions, School } from "../../../ttt_table/export/page/menace/machine.js";
import { atOnce } from "../../../ttt_table/export/page/shares.js";

const file = new URL("../../../data/tictactoe.msgpack", import.meta.url);
const positions = atOnce(Positions.of(new PlayTable(readFileSync(file))));
const found = Object.keys(OPPONENTS).map((against) => {
  const school = atOnce(School.of(positions, 1));
  const { machine } = school;
  const learn = machine.learn.bind(machine);
  const games = [];
  machine.learn = (drawn, result) => {
    games.push([drawn, result]);
    learn(drawn, result);
  };
  for (let left = Number(process.argv[2]); left; left--) school.train(against);
  const boxes = [...machine.boxes].map(([box, beads]) => [box, [...beads]]);
  return [against, { games, boxes, grade: atOnce(machine.grading()), curve: school.curve.length }];
});
console.log(JSON.stringify(Object.fromEntries(found)));
