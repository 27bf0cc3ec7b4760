import { afterAll, beforeAll, expect, test } from 'vitest';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { member } from '#services/gateway/testing/directory-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const COUNTED_MEMBERS = 100;
const RED = 457;
const BLUE = 99;

describeBothStorages('number of members', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    program = await startProgram([]);
    const limits = { ...GATEWAY_LIMITS, countedMembers: COUNTED_MEMBERS };
    directory = await startDirectory(storage.storage, { limits });
    const colored = (color: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        member({ member_id: `${color}-${index}`, custom_attributes: { color, size: index % 2 } }),
      );
    for (const team of [1, 2]) await directory.connect(team, program.url);
    await directory.update();
    await directory.write(1, [...colored('red', RED), ...colored('blue', BLUE)]);
    await directory.write(2, colored('red', 3 * RED));
  });
  afterAll(async () => {
    await directory?.close();
    await program?.close();
  });
  async function count(query: Record<string, string>) {
    const { total, total_about } = await directory.list({ count: '1', ...query });
    return { total, total_about };
  }

  test('is estimated for those of the team if many match and an estimate is enough', async () => {
    const red = { 'attribute.color': 'red' };
    expect(await count({ ...red, total: 'about' })).toEqual({ total: 460, total_about: true });
    expect(await count(red)).toEqual({ total: RED });
    expect(await count({ ...red, total: 'false' })).toEqual({ total: null });
    const even = { 'attribute_max.size': '0', total: 'about' };
    expect(await count(even)).toEqual({ total: 280, total_about: true });
  });

  test('is exact if few match, or if they are counted anyway', async () => {
    const about = { total: 'about' };
    expect(await count({ 'attribute.color': 'blue', ...about })).toEqual({ total: BLUE });
    expect(await count({ 'attribute.color': 'green', ...about })).toEqual({ total: 0 });
    expect(await count({ has_phone: 'false', ...about })).toEqual({ total: RED + BLUE });
    expect(await count({ q: 'red', ...about })).toEqual({ total: RED });
    expect(await count(about)).toEqual({ total: RED + BLUE });
  });
});
