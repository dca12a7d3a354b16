"""The workflow that holds a pull request against the policy of its target branch, run step by step."""

import os
import pathlib
import subprocess
import sys

import pytest

yaml = pytest.importorskip("yaml")
ROOT = pathlib.Path(__file__).parent.parent.parent
JOB = yaml.safe_load((ROOT / "Examples/Workflows/policy.yml").read_text())["jobs"]["policy"]


class Repository:
    """A checkout as the job finds it, of a pull request to main; the lab was built before."""

    def __init__(self, folder):
        self.folder, self.origin = folder / "checkout", folder / "origin"
        self.environment = {
            **JOB["env"],
            "PATH": f"{pathlib.Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
            "GITHUB_BASE_REF": "main", "GITHUB_PATH": str(folder / "path"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"), "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c"}
        self.origin.mkdir()
        self.policy = (ROOT / "Examples/Policies/bba0.py").read_text()
        self.commit(self.origin, "init -q -b main", self.policy)
        subprocess.run(["git", "clone", "-q", self.origin, self.folder], check=True, env=self.environment)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/abrlab").symlink_to(os.environ["ABRLAB_PROGRAM"])
        (self.folder / "abrlab").mkdir()
        (self.folder / "abrlab/Traces").symlink_to(ROOT / "Traces")

    def commit(self, folder, begin, policy):
        """Commits a policy."""
        (folder / "policy.py").write_text(policy)
        (folder / "policy.py").chmod(0o755)
        for words in (begin, "add policy.py", "commit -q --allow-empty -m policy"):
            subprocess.run(["git", *words.split()], cwd=folder, check=True, env=self.environment)

    def run(self):
        """Runs the steps as GitHub does, the build left out, and gives the exit code and the output of each."""
        done, paths = {}, pathlib.Path(self.environment["GITHUB_PATH"])
        paths.write_text("")
        for step in JOB["steps"]:
            condition, failed = step.get("if", ""), any(code for code, _ in done.values())
            if "run" not in step or "cache-hit" in condition or (failed and "cancelled" not in condition):
                continue
            done[step["name"]] = self.shell(step["run"], *paths.read_text().split())
        return done

    def shell(self, script, *folders):
        """Runs a script as GitHub does, with folders before those of `PATH`."""
        path = ":".join([*map(str, folders), self.environment["PATH"]])
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=self.folder,
            env={**self.environment, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout


@pytest.mark.skipif("ABRLAB_PROGRAM" not in os.environ, reason="set ABRLAB_PROGRAM to the program")
@pytest.mark.parametrize(
    ("change", "code", "summary"),
    [
        (("if segment == 0", "if segment < 1"), 0, "PASS 2 gates"),
        # It goes higher with less in the buffer, and so stalls more.
        (("cushion = 90.0 * scale, 126.0", "cushion = 10.0 * scale, 15.0"), 2, "FAIL 1 of 2 gates"),
    ],
    ids=["the same", "worse"])
def test_a_pull_request_is_held_against_its_target(tmp_path, change, code, summary):
    repository = Repository(tmp_path)
    changed = repository.policy.replace(*change)
    assert changed != repository.policy
    repository.commit(repository.folder, "switch -q -c change", changed)
    done = repository.run()
    assert [code for code, _ in done.values()] == [0, 0, 0, code, 0], done
    assert summary in (tmp_path / "summary").read_text()
    assert done["Annotate"][1].startswith("::error") == (code != 0), done
    # The commands of the page, where the policy of the target lies beside the other one.
    page = (ROOT / "Sources/ABRRuns/ABRRuns.docc/PoliciesInAnyLanguage.md").read_text()
    block = page.split("## In a build")[1].split("```sh\n")[1].split("```")[0]
    assert repository.shell(block, repository.folder / "bin")[0] == code
