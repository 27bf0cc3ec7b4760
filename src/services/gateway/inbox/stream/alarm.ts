/** Ends a wait early; a ring that comes before the wait ends it too. */
export interface Alarm {
  ring(): void;
  /** Resolves at the ring, or after `ms`. */
  wait(ms: number): Promise<void>;
}

/** An alarm that has not rung. */
export function createAlarm(): Alarm {
  let hasRung = false;
  let wake = () => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
}
