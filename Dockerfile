# paperqueue as a container: docker build -t paperqueue . ; docs/lab/operations.md says how to run it.

# Debian and not Alpine: the tests run on glibc, and what they do not run on is not promised.
FROM node:22-slim AS build
WORKDIR /build
# The packages are a layer of their own, which a change of the source leaves as it is.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
# For PAPERQUEUE_DATABASE_URL and PAPERQUEUE_COLLECTION_URL; nothing else loads them.
RUN npm install --prefix /build/postgres --ignore-scripts --no-audit --no-fund pg@8.23.1 @opensearch-project/opensearch@3.9.0
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
# The server delivers the skills.
COPY plugin/skills plugin/skills
RUN npm run build

FROM node:22-slim
LABEL org.opencontainers.image.title="paperqueue" \
  org.opencontainers.image.description="Literature search over open sources: MCP server, command line, service for a lab" \
  org.opencontainers.image.source="https://github.com/paperqueue/paperqueue" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
ENV PAPERQUEUE_DATA_DIR=/data
ENV PAPERQUEUE_LOG_LEVEL=info
# The program comes last, so that a change of the source changes one layer.
RUN ln -s /usr/local/lib/paperqueue/paperqueue.mjs /usr/local/bin/paperqueue \
  && install --directory --owner=node --group=node --mode=0700 /data
# Owned by root, so that the service cannot change its own program. Node 22 has its own SQLite: no other packages are
# needed than those for PostgreSQL and OpenSearch.
COPY --from=build /build/postgres/node_modules /usr/local/lib/paperqueue/node_modules
COPY --from=build /build/dist /usr/local/lib/paperqueue
USER node
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["paperqueue"]
# Inside a container nothing but its own network reaches this address; publish the port to loopback or a proxy alone.
CMD ["serve", "--host", "0.0.0.0", "--behind-proxy", "--port", "8787"]
