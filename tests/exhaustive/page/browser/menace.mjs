// What the page's MENACE has learned and how it is graded, as JSON: node menace.mjs GAMES.
import { readFileSync } from "node:fs";
import { Positions } from "#page/menace/positions.js";
import { School, TEACHER_NAMES } from "#page/menace/school.js";
import { runAtOnce } from "#page/slices.js";
import { PlayTable } from "#readers/kit.js";

const games = Number(process.argv[2]);
const file = new URL("../../../../data/tictactoe.msgpack", import.meta.url);
const positions = runAtOnce(Positions.of(new PlayTable(readFileSync(file))));

/** The games of a practice, and what the machine has learned from them. */
const practise = (teacher) => {
  const school = runAtOnce(School.of(positions, 1));
  const { machine } = school;
  const learn = machine.learn.bind(machine);
  const played = [];
  machine.learn = (drawn, result) => {
    played.push([drawn, result]);
    learn(drawn, result);
  };
  for (let game = 0; game < games; game++) {
    school.practise(teacher);
  }
  return {
    games: played,
    boxes: [...machine.boxes].map(([label, beads]) => [label, [...beads]]),
    grade: runAtOnce(machine.grading()),
    curve: school.curve.length,
  };
};

const results = TEACHER_NAMES.map((teacher) => [teacher, practise(teacher)]);
console.log(JSON.stringify(Object.fromEntries(results)));
