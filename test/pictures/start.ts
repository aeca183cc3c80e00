/** The time of the simulator and the program at the beginning of a picture. */
export const START = '2026-11-20T09:00:00Z';
