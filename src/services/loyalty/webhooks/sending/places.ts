import type { DueDelivery } from './due-deliveries.ts';

/** An attempt that takes longer is a slow one: it leaves its place to others. */
const SLOW_MS = 1_000;
/** Concurrent attempts that aren't slow. */
const MAX_FAST = 256;
const MAX_FAST_PER_PROGRAM = 64;
const MAX_RUNNING = 2_048;
/** The size of the bodies of all running attempts. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A program with fewer running attempts than this gets a place in any case. */
const GUARANTEED_PER_PROGRAM = 4;

/** Shares a process's attempts among programs and their webhooks, so that receivers that hang delay no others. */
export interface Places {
  /** The webhooks with running attempts; they get the next ones when these have ended. */
  busyTargets(): number[];
  /** Which deliveries have a place now, in their order. */
  choose(due: readonly DueDelivery[]): DueDelivery[];
  /** @returns gives the place back */
  take(delivery: DueDelivery): () => void;
}

/** @param onFree called when a place becomes free because its attempt is slow */
export function createPlaces(onFree: () => void): Places {
  const running = new Map<DueDelivery, { isSlow: boolean }>();

  return {
    busyTargets: () => [...new Set([...running.keys()].map(({ targetId }) => targetId))],
    choose(due) {
      const programs = new Map<number, { running: number; fast: number }>();
      const total = { running: running.size, fast: 0, bytes: 0 };
      const count = ({ programId, bytes }: DueDelivery, isSlow: boolean) => {
        const program = programs.get(programId) ?? { running: 0, fast: 0 };
        programs.set(programId, program);
        program.running += 1;
        total.bytes += bytes;
        if (isSlow) return;
        program.fast += 1;
        total.fast += 1;
      };
      for (const [delivery, { isSlow }] of running) count(delivery, isSlow);
      return due.filter((delivery) => {
        const program = programs.get(delivery.programId) ?? { running: 0, fast: 0 };
        const hasRoom =
          total.fast < MAX_FAST &&
          total.running < MAX_RUNNING &&
          total.bytes + delivery.bytes <= MAX_BYTES &&
          program.fast < MAX_FAST_PER_PROGRAM;
        if (!hasRoom && program.running >= GUARANTEED_PER_PROGRAM) return false;
        total.running += 1;
        count(delivery, false);
        return true;
      });
    },
    take(delivery) {
      const place = { isSlow: false };
      running.set(delivery, place);
      const timer = setTimeout(() => {
        place.isSlow = true;
        onFree();
      }, SLOW_MS);
      return () => {
        clearTimeout(timer);
        running.delete(delivery);
      };
    },
  };
}
