import { type Params, useLocation, useParams } from 'react-router';

/**
 * The parameters of a route, decoded once. React Router's own turn an escaped `%2F` into a slash, so that
 * the ids `a%2Fb` and `a/b` would be the same.
 *
 * @param pathname still encoded
 */
export function decodeParams<Name extends string>(
  params: Params<Name>,
  pathname: string,
): Params<Name> {
  const segments = pathname.split('/').map(decode);
  const exact = Object.entries<string | undefined>(params).map(([name, value]) => [
    name,
    segments.findLast((segment) => segment.replaceAll('%2F', '/') === value) ?? value,
  ]);
  return Object.fromEntries(exact) as Params<Name>;
}

export function usePathParams(): Params {
  const { pathname } = useLocation();
  return decodeParams(useParams(), pathname);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
