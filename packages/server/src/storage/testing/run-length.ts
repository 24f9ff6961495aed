/** How often a test repeats a race. A barrier makes each round a race, so that few are enough in `npm test`. */
export const raceRounds: number = Number(process.env.RACE_ROUNDS ?? 4)

/** In `npm run test:full` and `npm run test:attacks`, which also try every case of long lists of attacks. */
export const isLongRun: boolean = raceRounds > 50
