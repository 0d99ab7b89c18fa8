import type { Pace, Priority } from '../../../src/platform/net/pacer.ts';

type Take = { kind: Priority; perMinute: number; now: number };

export type MemoryPace = Pace & { takes: Take[]; stops: number[]; pauses: number[] };

/** The port's pace in memory: places in any 60 seconds, and a pause. It records its calls. */
export function openMemoryPace(): MemoryPace {
  const sent: number[] = [];
  let until = 0;
  const takes: Take[] = [];
  const stops: number[] = [];
  const pauses: number[] = [];
  return {
    takes,
    stops,
    pauses,
    take(kind, perMinute, now) {
      takes.push({ kind, perMinute, now });
      if (now < until) return until - now;
      const recent = sent.filter((at) => at > now - 60_000);
      const first = recent[recent.length - perMinute];
      if (first !== undefined) return first + 60_000 - now;
      sent.push(now);
      return 0;
    },
    giveBack: (at) => void sent.splice(sent.indexOf(at), 1),
    stopWaiting: () => void stops.push(Date.now()),
    pauseUntil: (time) => {
      pauses.push(time);
      until = Math.max(until, time);
    },
  };
}

/** A pace that gives these answers in turn, 0 after the last; an error is thrown. */
export function openScriptedPace(...answers: (number | Error)[]): MemoryPace {
  const pace = openMemoryPace();
  return {
    ...pace,
    take(kind, perMinute, now) {
      pace.takes.push({ kind, perMinute, now });
      const answer = answers.shift() ?? 0;
      if (typeof answer !== 'number') throw answer;
      return answer;
    },
  };
}
