import { type Client, createClient } from './client.ts';
import { addMembers, createProgram } from './program.ts';
import type { TestLoyalty } from './start-loyalty.ts';

/** Creates a program with members. @returns a client of it */
export async function createMembersProgram(
  { baseUrl, dependencies: { db } }: TestLoyalty,
  members: Parameters<typeof addMembers>[2],
): Promise<Client> {
  const { program, credentials } = await createProgram(db);
  await addMembers(db, program.id, members);
  return createClient(baseUrl, credentials);
}
