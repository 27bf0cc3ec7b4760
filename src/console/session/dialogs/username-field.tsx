import { useCurrentUser } from '#console/session/current-user.ts';

/** For password managers: whose password a form asks for. */
export function UsernameField() {
  const { data: user } = useCurrentUser();
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={user?.email ?? ''}
      readOnly
      hidden
    />
  );
}
