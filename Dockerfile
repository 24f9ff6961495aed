# A provider for production. docs/scaling.md explains how to run it.
#   docker build -t latchkey .
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# The same bundle as that of the package @latchkey/provider, and the packages with binaries, which are not in it.
RUN npm ci --omit=dev --no-audit --no-fund && node tools/build-provider.mjs /opt/latchkey

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    LATCHKEY_HOST=0.0.0.0 \
    LATCHKEY_PORT=4000 \
    LATCHKEY_SHUTDOWN_DELAY=5
WORKDIR /app
COPY --from=build --chown=root:root /opt/latchkey ./
# For `docker exec`. The folder is for a database in a file; with PostgreSQL no data is written to the disk.
RUN ln -s /app/provider/main.mjs /usr/local/bin/latchkey \
  && install -d -o node -g node -m 0700 /var/lib/latchkey
VOLUME /var/lib/latchkey
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/health/alive').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: the provider receives the signals.
ENTRYPOINT ["node", "--enable-source-maps", "/app/provider/main.mjs"]
CMD ["serve"]
