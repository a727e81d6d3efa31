"""Recipe for Conan 2. In a checkout, the commands in docs/install.md build the checkout. In the released recipe,
conandata.yml names the archive instead."""
import os
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get
from conan.tools.gnu import PkgConfigDeps


class Hedgerow(ConanFile):
    name = "hedgerow"
    description = "National and light block ciphers in constant time at the speed of the machine"
    license = "Apache-2.0"
    topics = ("cryptography", "block-cipher", "kuznyechik", "kalyna", "magma")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "with_container": [True, False], "instruction_sets": ["ANY"]}
    default_options = {"shared": False, "with_container": False, "instruction_sets": ""}

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("Hedgerow builds only on Linux so far")

    def requirements(self):
        if self.options.with_container:
            self.requires("libsodium/1.0.20")
            self.requires("cli11/2.4.2", visible=False)
            self.requires("nlohmann_json/3.11.3", visible=False)

    def layout(self):
        cmake_layout(self)

    def export_sources(self):
        checkout = Path(self.recipe_folder).parents[2]
        if not self.conan_data and (checkout / "CMakeLists.txt").is_file():
            for part in ("CMakeLists.txt", "LICENSE", "README.md", "docs/container.md", "include/*", "src/*", "cmake/*", "cli/*", "circuit/*",
                         "packaging/*", "tools/*.py"):
                copy(self, part, str(checkout), self.export_sources_folder)

    def source(self):
        if self.conan_data:
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        on = bool(self.options.with_container)
        toolchain.cache_variables.update({"HEDGEROW_TOOLS": on, "HEDGEROW_TESTS": False, "HEDGEROW_BENCH": False, "HEDGEROW_LAB": False,
                                          "HEDGEROW_ISAS": str(self.options.instruction_sets)})
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        unwanted = "*.a" if self.options.shared else "*.so*"
        for path in Path(self.package_folder, "lib").glob(unwanted):
            path.unlink()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "hedgerow")
        core = self.cpp_info.components["core"]
        core.set_property("cmake_target_name", "hedgerow::hedgerow")
        core.set_property("pkg_config_name", "hedgerow")
        core.libs = ["hedgerow"]
        if not self.options.shared:  # lazy binding would save vector registers, which may contain keys, to the stack
            core.exelinkflags = core.sharedlinkflags = ["-Wl,-z,now"]
        if self.options.with_container:
            container = self.cpp_info.components["container"]
            container.set_property("cmake_target_name", "hedgerow::hedgerow_container")
            container.set_property("pkg_config_name", "hedgerow-container")
            container.libs = ["hedgerow-container"]
            container.requires = ["core", "libsodium::libsodium"]
            container.system_libs = ["pthread", "stdc++"]
            device = self.cpp_info.components["device"]
            device.set_property("cmake_target_name", "hedgerow::hedgerow_device")
            device.set_property("pkg_config_name", "hedgerow-device")
            device.libs = ["hedgerow-device"]
            device.requires = ["core"]
            device.system_libs = ["dl", "pthread", "stdc++"]
