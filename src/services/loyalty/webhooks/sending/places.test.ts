import { expect, test, vi } from 'vitest';
import type { DueDelivery } from './due-deliveries.ts';
import { createPlaces } from './places.ts';

let serial = 0;
const due = (programId: number, targetId: number, bytes = 1_000): DueDelivery => {
  serial += 1;
  return { id: serial, programId, targetId, bytes, firstEventId: serial };
};
const webhooksOf = (programId: number, count: number, bytes?: number) =>
  Array.from({ length: count }, (_, n) => due(programId, programId * 1_000 + n, bytes));

test('300 hanging receivers of a program leave places to the others', () => {
  const places = createPlaces(() => undefined);
  const hanging = places.choose(webhooksOf(1, 300));
  expect(hanging).toHaveLength(64);
  for (const delivery of hanging) places.take(delivery);
  const other = due(2, 1);
  expect(places.choose([...webhooksOf(1, 300), other])).toEqual([other]);
});

test('20 hanging receivers leave places to the next webhook of their program', () => {
  const places = createPlaces(() => undefined);
  const hanging = Array.from({ length: 3 }, () => webhooksOf(1, 20)).flat();
  for (const delivery of places.choose(hanging)) places.take(delivery);
  expect(places.choose([due(1, 9)])).toHaveLength(1);
});

test('300 hanging receivers of as many programs leave their places after a second', () => {
  vi.useFakeTimers();
  const onFree = vi.fn();
  const places = createPlaces(onFree);
  const all = Array.from({ length: 300 }, (_, n) => webhooksOf(n + 10, 4)).flat();
  const leaves = places.choose(all).map((delivery) => places.take(delivery));
  // A program without running attempts has places in any case.
  expect(places.choose(webhooksOf(1, 5))).toHaveLength(4);
  expect(places.busyTargets()).toHaveLength(1_200);
  vi.advanceTimersByTime(1_000);
  expect(onFree).toHaveBeenCalled();
  expect(places.choose(webhooksOf(1, 60))).toHaveLength(60);
  for (const leave of leaves) leave();
  expect(places.busyTargets()).toEqual([]);
  vi.useRealTimers();
});

test('large bodies of one program leave room for others', () => {
  const places = createPlaces(() => undefined);
  const large = 1024 * 1024;
  for (const delivery of places.choose(webhooksOf(1, 64, large))) places.take(delivery);
  for (const delivery of places.choose(webhooksOf(2, 64, large))) places.take(delivery);
  expect(places.choose(webhooksOf(3, 8, large))).toHaveLength(4);
});
