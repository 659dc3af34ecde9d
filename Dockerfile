# What the labs need, on any machine that runs containers, as a user who is not root. The tree is not in the image: it is
# mounted, and stays where it is when the container ends.
#
#     docker build --target student -t pmpp .
#     docker run --rm -it -u "$(id -u):$(id -g)" -v "$PWD:/labs" pmpp
FROM debian:bookworm-slim AS student
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates clangd cmake g++ gdb git less libopenmpi-dev make openmpi-bin python3 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 --shell /bin/bash student
USER student
WORKDIR /labs
CMD ["bash"]

# maintainers:begin
# For instructors: the tree, built, with the sandbox that submissions are graded in (grading/README.md).
#
#     docker build --target grading -t pmpp-grading .
FROM student AS grading
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap default-jre-headless \
 && rm -rf /var/lib/apt/lists/*
COPY --chown=student:student . /pmpp-labs
USER student
WORKDIR /pmpp-labs
RUN cmake -B build -DPMPP_GPU=OFF && cmake --build build --parallel 2
# maintainers:end
