/**
 * Whether the response to a request for a member means that the service has no such member. The contract
 * says 400; other services say 404.
 */
export function isUnknownMember({ status }: { status: number }): boolean {
  return status === 400 || status === 404;
}
