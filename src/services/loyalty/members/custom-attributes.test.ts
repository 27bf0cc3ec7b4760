import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const at = { params: { member: 'M-1' }, query: { idParam: 'member_id' } };

/** A few names, so that attributes are set repeatedly, some of them unusual. */
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('size', 'likes', 'préférence', 'a b', '0', 'toString') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }) },
);
const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    // Larger integers may have been rounded, and are rejected.
    .filter((double) => !Number.isInteger(double) || Number.isSafeInteger(double)),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }));
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];
const attributes = fc
  .dictionary(name, value, { maxKeys: 5 })
  .filter((object) =>
    Object.keys(object).every((key) => !FORBIDDEN.includes(key) && !key.includes('\0')),
  );
/** Values that an attribute can't have. */
const wrong = fc.constantFrom<unknown>(
  null,
  true,
  { nested: 1 },
  [[1]],
  [null],
  'nul \0',
  '\ud800',
);

describeBothStorages('custom attributes', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
    client = createClient(service.baseUrl, (await createProgram(storage.db)).credentials);
    await client.call(createMember, { body: { member_id: 'M-1' } });
  });
  afterAll(() => service.close());

  const read = async () => (await client.call(getMember, at)).data.custom_attributes;
  const asSent = (object: object) => JSON.parse(JSON.stringify(object)) as object;

  test('are merged key by key, and a rejected update changes nothing', async () => {
    let model = { ...(await read()) };
    await fc.assert(
      fc.asyncProperty(
        attributes,
        fc.option(fc.tuple(name, wrong), { freq: 4 }),
        async (changes, invalid) => {
          if (invalid) {
            const [key, wrongValue] = invalid;
            // Built as text, so that no name can change a prototype here.
            const text = `{${JSON.stringify(key)}:${JSON.stringify(wrongValue)}}`;
            const body = { first_name: 'Changed', custom_attributes: text };
            const { error } = await client.callRejected(updateMember, { ...at, body });
            expect(error.reason).toMatch(/^custom_attributes: /);
          } else {
            const body = { custom_attributes: JSON.stringify(changes) };
            await client.call(updateMember, { ...at, body });
            model = { ...model, ...asSent(changes) };
          }
          expect(await read()).toEqual(model);
        },
      ),
      // Runs depend on each other, so a failure can't be shrunk.
      { numRuns: propertyRuns(60), endOnFailure: true },
    );
  });

  test('stay within the limits of one request even after many requests', async () => {
    await client.call(createMember, { body: { member_id: 'M-2' } });
    const second = { ...at, params: { member: 'M-2' } };
    const set = (object: object) => ({
      ...second,
      body: { custom_attributes: JSON.stringify(object) },
    });
    const named = (from: number, to: number, text: string) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, n) => [`attribute-${from + n}`, text]),
      );
    await client.call(updateMember, set(named(0, 150, 'x')));
    await client.call(updateMember, set(named(100, 200, 'y')));
    const tooMany = await client.callRejected(updateMember, set({ another: 1 }));
    expect(tooMany.error.reason).toMatch(/^custom_attributes: .*200/);
    await client.call(updateMember, set({ 'attribute-0': 'x'.repeat(40_000) }));
    const tooLarge = await client.callRejected(
      updateMember,
      set({ 'attribute-1': 'x'.repeat(40_000) }),
    );
    expect(tooLarge.error.reason).toMatch(/^custom_attributes: .*64 KB/);
  });
});
