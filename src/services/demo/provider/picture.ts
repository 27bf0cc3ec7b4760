import { createHash } from 'node:crypto';

/** Path of an identity's picture, on the public address. */
export function picturePath(name: string): string {
  return `/demo/provider/pictures/${name.toLowerCase().replaceAll(' ', '-')}.svg`;
}

const COLORS = ['#0b6e5b', '#8a5600', '#3d5a80', '#7b3f61', '#4a6b2a', '#5b4b8a', '#a04b2e'];

/** A picture for a name: always the same, and unlike that of other names. */
export function renderPicture(slug: string): string {
  const digits = createHash('sha256').update(slug).digest();
  const pick = (offset: number, range: number) => (digits[offset] ?? 0) % range;
  const ground = COLORS[pick(0, COLORS.length)];
  const peak = 20 + pick(1, 56);
  const height = 24 + pick(2, 24);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${ground}"/><circle cx="${14 + pick(3, 68)}" cy="${16 + pick(4, 20)}" r="9" fill="#fff" opacity=".85"/><path d="M0 96 ${peak} ${height} 96 96z" fill="#fff" opacity=".35"/><path d="M0 96 ${96 - peak} ${height + 24} 96 96z" fill="#fff" opacity=".55"/></svg>`;
}
