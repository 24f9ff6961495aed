# A provider for production. The docs (docs/scaling.md) say how it is run, and that this file was not.
#   docker build -t latchkey .
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# What running needs, in the versions of the lockfile; then one bundle of the provider.
RUN npm ci --omit=dev --no-audit --no-fund \
  && node tools/bundle-for-image.mjs node_modules/.latchkey/provider

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    LATCHKEY_HOST=0.0.0.0 \
    LATCHKEY_PORT=4000 \
    LATCHKEY_SHUTDOWN_DELAY=5
WORKDIR /app
# Its modules lie above the bundle, where imports look for them.
COPY --from=build --chown=root:root /app/node_modules ./node_modules
# For a database in a file; with PostgreSQL nothing is written to the disk.
RUN install -d -o node -g node -m 0700 /var/lib/latchkey
VOLUME /var/lib/latchkey
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/health/alive').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: a signal from outside is the provider's own.
ENTRYPOINT ["node", "--enable-source-maps", "/app/node_modules/.latchkey/provider/main.mjs"]
CMD ["serve"]
