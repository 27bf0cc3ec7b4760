# The image has the built console, the services and their packages, and Node. See docs/deployment.md.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /patron
COPY package.json package-lock.json .npmrc ./
# Without scripts: the only one that matters fetches a Node, which this image has.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY index.html tsconfig.json vite.config.ts ./
COPY public public
COPY src src
RUN node src/commands/build-console.mjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.cache \
  && node src/services/platform/database/embedded/create-template.ts \
  && mkdir data

FROM debian:bookworm-slim
WORKDIR /patron
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /patron/package.json ./
COPY --from=build /patron/node_modules node_modules
COPY --from=build /patron/dist dist
COPY --from=build /patron/src/contract src/contract
COPY --from=build /patron/src/services src/services
COPY --from=build --chown=10001:10001 /patron/data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4180 PATRON_DATA_DIR=/data PATRON_DEMO=0
USER 10001:10001
VOLUME /data
EXPOSE 4180
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/services/main.ts"]
