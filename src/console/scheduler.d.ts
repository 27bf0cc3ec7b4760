/** What React is scheduled by, which has no types of its own: the one function that the console calls. */
declare module 'scheduler' {
  /**
   * Sets how long React draws before it gives way: 1 / `turnsPerSecond`. 0 sets it back to 5 ms.
   * @param turnsPerSecond up to 125
   */
  export function unstable_forceFrameRate(turnsPerSecond: number): void;
}
