# Packshot as a container: Node.js, three Debian libraries, and the service. No shell, no package manager, and an unprivileged user.
#   docker build -t packshot .
#   docker run -p 8080:8080 -v packshot:/data --read-only --tmpfs /tmp packshot

ARG NODE_IMAGE=docker.io/library/node:24-bookworm

# The tarball, as `npm pack` makes it: the same for every platform.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS tarball
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund
# npm makes no folder.
RUN mkdir /tarball && npm pack --ignore-scripts --pack-destination /tarball

# The complete root file system of the container.
FROM ${NODE_IMAGE} AS root
ENV ROOT=/rootfs TARBALL=/tarball/packshot-*.tgz
COPY --from=tarball /tarball /tarball
WORKDIR /debs
RUN apt-get update -qq
RUN apt-get download -qq libc6 libgcc-s1 libstdc++6
RUN mkdir -p $ROOT && for package in *.deb; do dpkg-deb --extract $package $ROOT; done
# What Debian's packages are, for scanners.
RUN mkdir -p $ROOT/var/lib/dpkg/status.d $ROOT/etc && for package in *.deb; do dpkg-deb --field $package > $ROOT/var/lib/dpkg/status.d/${package%%_*}; done
RUN cp /etc/os-release $ROOT/etc
RUN npm install --prefix $ROOT/opt/packshot --prefer-offline --omit=dev --ignore-scripts --no-audit --no-fund $TARBALL
RUN cd $ROOT/opt/packshot/node_modules/@photostructure/sqlite && rm -rf src prebuilds/darwin-* prebuilds/win32-* prebuilds/*/*.musl.node
# Of what reads labels: programs that only browsers load, and models that it does not use.
RUN cd $ROOT/opt/packshot/node_modules && rm -rf tesseract.js/dist tesseract.js-core/*.wasm.js @tesseract.js-data/*/4.0.0_best_int
RUN rm -rf $ROOT/usr/share/doc $ROOT/usr/share/lintian $ROOT/usr/share/gdb $ROOT/opt/packshot/node_modules/.bin
RUN mkdir -p $ROOT/usr/bin $ROOT/etc $ROOT/data $ROOT/tmp $ROOT/proc $ROOT/dev && chmod 1777 $ROOT/tmp
RUN cp "$(node -p process.execPath)" $ROOT/usr/bin/node
RUN echo 'packshot:x:10001:10001::/data:/usr/bin/node' > $ROOT/etc/passwd && echo 'packshot:x:10001:' > $ROOT/etc/group
RUN chown 10001:10001 $ROOT/data && chmod 0700 $ROOT/data

FROM scratch
COPY --from=root /rootfs /
ENV NODE_ENV=production PATH=/usr/bin PACKSHOT_DATA=/data PACKSHOT_HOST=0.0.0.0 PACKSHOT_PORT=8080
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["/usr/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PACKSHOT_PORT + '/api/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/node", "/opt/packshot/node_modules/packshot/dist/main.js"]
CMD ["serve"]
