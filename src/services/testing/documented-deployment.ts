import { readFileSync } from 'node:fs';

/** The code blocks of docs/administration.md, section "A first deployment". */
export function readDocumentedDeployment(): { commands: string[]; activityFile: string } {
  const page = readFileSync(new URL('../../../docs/administration.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## A first deployment$([\s\S]*?)^## /m.exec(page) ?? [];
  const blocks = (language: string) =>
    [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
      ([, block = '']) => block,
    );
  const commands = blocks('sh').flatMap((block) => block.trim().split('\n'));
  const [activityFile = ''] = blocks('json');
  return { commands, activityFile };
}
