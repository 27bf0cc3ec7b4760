import { type ResolveFnOutput, registerHooks } from 'node:module';

// Node parses the package.json of drizzle-orm, 180 KB, each time one of its 300 modules is imported, which takes
// a quarter of a start. So its own imports are resolved without it, and each import of ours once. It comes before
// the import of what uses it.

const INSIDE = /\/node_modules\/drizzle-orm\//;
const resolved = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && INSIDE.test(parentURL) && parentURL.endsWith('.js')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm')) return nextResolve(specifier, context);
    const known = resolved.get(specifier);
    if (known) return known;
    const found = { ...nextResolve(specifier, context), shortCircuit: true };
    resolved.set(specifier, found);
    return found;
  },
});
