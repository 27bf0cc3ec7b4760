import { describe, expect, test } from 'vitest';
import { emailLink, renderEmail } from './email-html.ts';

const url = 'https://patron.test/reset?token=a&b=c';
const render = (text: string) => renderEmail({ subject: 'A & B', text });

describe('the HTML of an email', () => {
  test('has the subject as title and heading, and a paragraph for each of the text', () => {
    const page = render('One <b>.\nTwo.\n\nThree.');
    expect(page).toContain('<title>A &amp; B</title>');
    expect(page).toMatch(/<h1 [^>]*>A &amp; B<\/h1>/);
    expect(page.match(/<p class="text"/g)).toHaveLength(2);
    expect(page).toContain('One &lt;b&gt;.<br>Two.</p>');
  });

  test('has a button for a link, and its address to copy', () => {
    const page = render(`Hello.\n\n${emailLink('Set a new password', url)}\n\nBye.`);
    const links = [...page.matchAll(/<a class="\w+" href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
    const address = url.replace('&', '&amp;');
    expect(links.map(([, href, label]) => [href, label])).toEqual([
      [address, 'Set a new password'],
      [address, address],
    ]);
  });

  test.each(['javascript:alert(1)', 'ftp://patron.test/', 'https://patron.test/a b'])(
    'has no link to %s',
    (other) => {
      expect(render(emailLink('Open', other))).not.toContain('<a ');
    },
  );

  test('shows a code in large digits', () => {
    expect(render('123456 is your code.')).toMatch(/<strong [^>]*>123456<\/strong> is your code\./);
  });

  test('loads nothing, and needs no style sheet outside of dark mode', () => {
    const page = render(emailLink('Open', 'https://patron.test/'));
    expect(page).not.toMatch(/<(img|link|script|iframe|svg)\b|url\(|@import|src=/);
    const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css);
    expect(styles).toHaveLength(1);
    expect(
      styles[0]?.replace(/@media \(prefers-color-scheme: dark\) \{[\s\S]*\n\}/, '').trim(),
    ).toBe(':root { color-scheme: light dark; supported-color-schemes: light dark; }');
    // Word, which renders for Outlook, knows neither flexbox nor grid nor positions.
    expect(page).not.toMatch(/display:\s*(flex|grid)|position:|background-image|calc\(|var\(/);
    expect(page.match(/<table/g)).toHaveLength(
      page.match(/<table[^>]* role="presentation"/g)?.length ?? 0,
    );
  });
});
