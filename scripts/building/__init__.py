"""What scripts/builds does.

    builds (in scripts/)  options
      catalogue.py        the projects: where their sources are, how they are built and tested
      compare.py          one project with both compilers: what differs, files, fusions, time
        sources.py        gets a crate's sources with cargo
        project.py        builds and tests, by a project's own build system or by cargo
        results.py        names of passed and failed tests out of what a test run prints
        calls.py          the compiler calls of a build, and their repetition
        tools.py          the two compilers, directories, environment; starting commands
      table.py            Markdown
"""
