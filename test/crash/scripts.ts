import { seededNumbers as seededRandom } from '../../src/review/seeded-numbers.ts';
import { POINTS, type Script } from './charging-server.ts';

export { seededRandom };

/** The script of a round: the points in turn, the rest at random. */
export function scriptOf(round: number, random: () => number): Script {
  const point = POINTS[round % POINTS.length] as Script['point'];
  const luck = random();
  const answers: Script['outcome'] = luck < 0.75 ? 'job' : 'refused';
  const anything: Script['outcome'] = luck < 0.6 ? 'job' : luck < 0.75 ? 'refused' : luck < 0.9 ? 'failed' : 'broken';
  const isAnswered = point === 'answered' || point === 'after answer';
  const script: Script = {
    point,
    outcome: point === 'random' ? anything : isAnswered ? answers : 'job',
    isAtAccept: random() < 0.5,
    isCharged: random() < 0.5,
    thinkMs: point === 'random' ? Math.floor(random() * 150) : 0,
    killAfterMs: Math.floor(random() * 9),
    pause:
      random() < 0.4 ? { seconds: Math.floor(random() * 200), killAfterMs: Math.floor(random() * 400) } : undefined,
    isLimited: false,
    pollsBefore: Math.floor(random() * 2),
  };
  // Stopped in the pause between two tries, or anywhere before or after.
  script.isLimited = point === 'random' && script.pause !== undefined && random() < 0.5;
  return script;
}
