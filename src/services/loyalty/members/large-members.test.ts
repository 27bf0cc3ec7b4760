import { expect, test } from 'vitest';
import { listMembers } from '#contract/loyalty/members/members.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('a list of members with large custom attributes', (storage) => {
  test('has pages that end early, and contains each member once', async () => {
    const service = await startLoyalty(storage.storage);
    const { program, credentials } = await createProgram(storage.db);
    const memberIds = Array.from({ length: 150 }, (_, index) => `M-${index}`);
    const customAttributes = { note: 'x'.repeat(60_000) };
    await addMembers(
      storage.db,
      program.id,
      memberIds.map((memberId) => ({ memberId, customAttributes })),
    );
    const client = createClient(service.baseUrl, credentials);
    const pages: string[][] = [];
    let query: Record<string, string> = { count: '1000' };
    for (let more = true; more; ) {
      const { data } = await client.call(listMembers, { query });
      pages.push(data.members.map((member) => member.member_id ?? ''));
      more = data.more;
      query = { ...query, start_cursor: data.next_cursor };
    }
    await service.close();
    expect(pages.flat()).toEqual(memberIds);
    expect(pages.length).toBe(3);
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(100);
  });
});
