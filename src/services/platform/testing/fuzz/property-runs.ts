/** How many random cases to try: all of them with PATRON_TEST_ALL=1, otherwise a third. */
export function propertyRuns(all: number): number {
  return process.env.PATRON_TEST_ALL === '1' ? all : Math.ceil(all / 3);
}
